/** As specification.ts, of the admin area. */
export const adminSpec = {
  adminPanel: 'Admin Panel',
  manageCategory: 'MANAGE CATEGORY',
  createCategoryTitle: 'Dashboard - Create Category',
  createCategory: 'Create a category',
  categoryCreated: (name: string) => `${name} category created`,
  categoryUpdated: 'successfully updated',
  categoryDeleted: 'category deleted',
  categoryNotCreated: 'category not created',
  categoryNotUpdated: 'category not updated',
  categoryNotDeleted: 'category not deleted',
  uploadImage: 'UPLAOD IMAGE',
  productCreated: 'successfully created product',
  productNotCreated: 'Error while creating a product',
  productUpdated: 'Successfully Update',
  productDeleted: 'Successfully deleted',
  noProducts: 'NOT PRODUCT YET',
} as const;
