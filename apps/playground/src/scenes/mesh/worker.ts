import { serve } from '../../common/rpc.ts';
import { meshFunctions } from './mesh-functions.ts';

serve(meshFunctions);
