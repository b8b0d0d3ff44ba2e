/** Whether a device is a program on the CPU, as far as the browser tells. */
export function isSoftware({ adapterInfo }: GPUDevice): boolean {
  return adapterInfo?.isFallbackAdapter || /swiftshader|llvmpipe/i.test(adapterInfo?.architecture);
}
