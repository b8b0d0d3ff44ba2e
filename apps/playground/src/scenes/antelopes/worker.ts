import { serve } from '../../common/rpc.ts';
import { savannaFunctions } from './on-cpu.ts';

serve(savannaFunctions);
