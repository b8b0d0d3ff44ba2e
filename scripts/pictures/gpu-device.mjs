// The device of the pictures of GPU solvers: the software driver of the tests.
import { testDevice } from '@wayfield/testing/gpu';

let device;
/** One device for all pictures. */
export const pictureDevice = () => (device ??= testDevice());
