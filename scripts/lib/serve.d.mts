export const serverFlags: string[];
export const serverArguments: string[];
export const serverEnvironment: { NODE_COMPILE_CACHE: string };
