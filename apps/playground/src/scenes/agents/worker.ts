import { serve } from '../../common/rpc.ts';
import { agentFunctions } from './agent-functions.ts';

serve(agentFunctions);
