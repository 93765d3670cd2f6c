/** The emails' former path. */
import { redirect } from 'react-router';

export const loader = () => redirect('/dashboard/admin/emails', 301);
