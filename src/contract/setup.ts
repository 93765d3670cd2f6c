/** The guided setup of a shop: its steps, each done once what it asks for is there, or skipped by whoever works here. */
import * as Type from 'typebox';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { SuccessResponse } from './fields.ts';

const PATH = '/api/v1/shop/setup';

/** In the order in which they are done, each with its parts. */
export const SETUP_STEPS = {
  shop: ['name', 'logo'],
  address: ['country', 'contact', 'legal', 'policy'],
  product: ['product'],
  shipping: ['shipping'],
  tax: ['tax'],
  payment: ['payment'],
  email: ['email', 'notifications'],
  look: ['headline', 'about', 'contact_page'],
  test_order: ['test_order'],
  opening: ['opening'],
} as const;
export type SetupStepName = keyof typeof SETUP_STEPS;
export type SetupPart = (typeof SETUP_STEPS)[SetupStepName][number];

const SETUP_STEP_NAMES = Object.keys(SETUP_STEPS) as SetupStepName[];
const SETUP_PARTS: SetupPart[] = Object.values(SETUP_STEPS).flat();

const Step = Type.Enum(SETUP_STEP_NAMES);

const SetupStep = Type.Object({
  step: Step,
  state: Type.Enum(['done', 'skipped', 'open']),
  /** What isn't there yet, in the order in which it is done. Empty: the step is done. */
  missing: Type.Array(Type.Enum(SETUP_PARTS)),
});
export type SetupStep = Type.Static<typeof SetupStep>;

export const Setup = Type.Object({
  /** All steps, in their order. */
  steps: Type.Array(SetupStep),
  /** Whether the list is shown: not once it was hidden, or once the shop is open and no step is open any more. */
  isShown: Type.Boolean(),
  /** Whether the shop is open to shoppers. */
  isOpen: Type.Boolean(),
});
export type Setup = Type.Static<typeof Setup>;

const SetupReply = Type.Object({ success: Type.Boolean(), setup: Setup });

export const readSetupSchemas = {
  summary: 'The steps of setting up the shop, and what each still lacks.',
  reply: SetupReply,
} satisfies EndpointSchemas;

export const readSetup: Endpoint<typeof readSetupSchemas, 'read-only'> = {
  method: 'GET',
  path: PATH,
  access: 'read-only',
  scopes: ['read'],
};

export const updateSetupSchemas = {
  summary: 'Skip a step or take it up again, and hide the list of steps or show it again, for everybody who works here.',
  body: Type.Object({
    /** A step that is skipped from now on, or isn't any more. */
    step: Type.Optional(Type.Object({ name: Step, isSkipped: Type.Boolean() })),
    isShown: Type.Optional(Type.Boolean()),
  }),
  reply: SetupReply,
} satisfies EndpointSchemas;

export const updateSetup: Endpoint<typeof updateSetupSchemas, 'staff'> = {
  method: 'PUT',
  path: PATH,
  access: 'staff',
  scopes: [],
};

export const dismissSetupSchemas = {
  summary: 'Hide the list of what a new shop needs, from everybody who works here.',
  reply: SuccessResponse,
} satisfies EndpointSchemas;

export const dismissSetup: Endpoint<typeof dismissSetupSchemas, 'staff'> = {
  method: 'DELETE',
  path: PATH,
  access: 'staff',
  scopes: [],
};
