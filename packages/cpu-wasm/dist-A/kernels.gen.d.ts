export declare const KERNELS_BASE64: string;
//# sourceMappingURL=kernels.gen.d.ts.map