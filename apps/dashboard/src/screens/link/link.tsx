export const LinkScreen = () => null;
