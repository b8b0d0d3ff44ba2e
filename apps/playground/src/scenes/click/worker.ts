import { serve } from '../../common/rpc.ts';
import { clickFunctions } from './on-cpu.ts';

serve(clickFunctions);
