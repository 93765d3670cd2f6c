/** A form's way: send what was typed, tell each refusal beside its field, and keep every word until it is taken. */
import { type SubmitEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Issue } from '../contract/common.ts';
import { type ApiError, isApiError } from './api.ts';
import { common } from './messages.ts';
import { form as words } from './messages.ts';
