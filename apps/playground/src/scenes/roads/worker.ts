import { serve } from '../../common/rpc.ts';
import { roadFunctions } from './network.ts';

serve(roadFunctions);
