import { AppError } from '../../../platform/errors.ts';

/** The image of a call that needs one. Throws `invalid_request`. */
export function requireImage(image: Buffer | null): Buffer {
  if (image) return image;
  const issues = [{ path: 'image', code: 'required' as const, message: 'is required' }];
  throw new AppError('invalid_request', 'Please choose an image', { issues });
}
