import { serve } from '../common/rpc.ts';
import { strokeFunctions } from './stroke-functions.ts';

serve(strokeFunctions);
