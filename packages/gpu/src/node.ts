export {
  type DeviceOptions,
  isSoftwareAdapter,
  type NodeDeviceOptions,
  requestDevice,
} from '@wayfield/gpu-core/node';
