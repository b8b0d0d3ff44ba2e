import { serve } from '../../worker/rpc.ts';
import { roadFunctions } from './network.ts';

serve(roadFunctions);
