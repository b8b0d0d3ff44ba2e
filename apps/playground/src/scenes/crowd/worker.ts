import { serve } from '../../worker/rpc.ts';
import { crowdFunctions } from './on-cpu.ts';

serve(crowdFunctions);
