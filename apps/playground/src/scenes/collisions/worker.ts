import { serve } from '../../common/rpc.ts';
import { collisionFunctions } from './on-cpu.ts';

serve(collisionFunctions);
