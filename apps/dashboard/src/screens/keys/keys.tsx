export const Keys = () => null;
