import { serve } from '../../common/rpc.ts';
import { pathFunctions } from './two-paths.ts';

serve(pathFunctions);
