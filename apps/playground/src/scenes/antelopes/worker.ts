import { serve } from '../../worker/rpc.ts';
import { savannaFunctions } from './on-cpu.ts';

serve(savannaFunctions);
