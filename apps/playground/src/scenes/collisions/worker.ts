import { serve } from '../../worker/rpc.ts';
import { collisionFunctions } from './on-cpu.ts';

serve(collisionFunctions);
