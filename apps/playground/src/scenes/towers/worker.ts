import { serve } from '../../common/rpc.ts';
import { towerFunctions } from './on-cpu.ts';

serve(towerFunctions);
