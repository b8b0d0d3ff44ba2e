export declare const KERNELS_BASE64: string;
//# sourceMappingURL=kernels-threads.gen.d.ts.map