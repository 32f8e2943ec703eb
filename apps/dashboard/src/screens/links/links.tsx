export const Links = () => null;
