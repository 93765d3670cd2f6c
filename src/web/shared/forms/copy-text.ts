import toast from 'react-hot-toast/headless';
import { form } from '../messages/form.ts';

export async function copyText(text: string, copied: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(copied);
  } catch {
    // The browser refuses, for example without https.
    toast.error(form.copyFailed);
  }
}
