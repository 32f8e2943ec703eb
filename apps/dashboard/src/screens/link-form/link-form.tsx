export const NewLink = () => null;
export const EditLink = () => null;
