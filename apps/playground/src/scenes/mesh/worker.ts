import { serve } from '../../worker/rpc.ts';
import { meshFunctions } from './mesh-functions.ts';

serve(meshFunctions);
