/** Whether a device, or the device of an adapter, is a program on the CPU, as far as the browser tells. */
export function isSoftware({ adapterInfo }: Pick<GPUDevice, 'adapterInfo'>): boolean {
  return adapterInfo?.isFallbackAdapter || /swiftshader|llvmpipe/i.test(adapterInfo?.architecture);
}
