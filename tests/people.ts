/** Somebody to register. */
export const ada = {
  name: 'Ada',
  email: 'ada@example.com',
  password: 'correct horse',
  phone: '1',
  address: '12 St James Square',
  answer: 'chess',
};
