import { serve } from '../../common/rpc.ts';
import { scentFunctions } from './on-cpu.ts';

serve(scentFunctions);
