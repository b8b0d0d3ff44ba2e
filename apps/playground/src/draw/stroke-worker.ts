import { serve } from '../worker/rpc.ts';
import { strokeFunctions } from './stroke-functions.ts';

serve(strokeFunctions);
