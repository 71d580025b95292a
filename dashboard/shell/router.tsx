import { createRootRoute, createRoute, createRouter, Outlet } from '@tanstack/react-router';
import { z } from 'zod/mini';
import { Failed } from '../components/states.tsx';
import { NotFound } from '../people/not-found.tsx';
import { SignIn } from '../people/sign-in.tsx';
import { lazyScreen } from './lazy-screen.ts';

const rootRoute = createRootRoute({ component: Outlet, notFoundComponent: NotFound });
const text = z.optional(z.string());
/** Accepts one of the values. A link with any other value is treated as if it had none. */
const oneOf = <const Values extends readonly string[]>(values: Values) =>
  z.catch(z.optional(z.enum(values)), undefined);

const people = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/login',
    component: SignIn,
    validateSearch: z.object({ to: text }),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/',
    component: lazyScreen(() => import('./home.tsx'), 'Home'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/forgot-password',
    component: lazyScreen(() => import('../people/forgot-password.tsx'), 'ForgotPassword'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/reset-password',
    component: lazyScreen(() => import('../people/reset-password.tsx'), 'ResetPassword'),
    validateSearch: z.object({ token: text, error: text }),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/invitation',
    component: lazyScreen(() => import('../people/invitation.tsx'), 'Invitation'),
    validateSearch: z.object({ token: text }),
  }),
] as const;

const organisationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/o/$organisationId',
  component: lazyScreen(() => import('./shell.tsx'), 'OrganisationShell'),
});
const inOrganisation = { getParentRoute: () => organisationRoute };

const screens = [
  createRoute({
    ...inOrganisation,
    path: '/',
    component: lazyScreen(() => import('../overview/overview.tsx'), 'Overview'),
  }),
  createRoute({
    ...inOrganisation,
    path: '/figures',
    component: lazyScreen(() => import('../figures/figures.tsx'), 'FiguresScreen'),
  }),
  createRoute({
    ...inOrganisation,
    path: '/certificates',
    component: lazyScreen(() => import('../certificates/list.tsx'), 'Certificates'),
    validateSearch: z.object({
      search: text,
      templateId: text,
      batchId: text,
      tag: text,
      status: oneOf(['GENERATED', 'EXPIRED', 'REVOKED']),
      renderStatus: oneOf(['PENDING', 'RENDERING', 'COMPLETED', 'FAILED']),
      emailStatus: oneOf(['NONE', 'QUEUED', 'SENT', 'DELIVERED', 'BOUNCED', 'FAILED', 'UNCERTAIN']),
      sort: oneOf(['newest', 'oldest']),
      recipientEmail: text,
      recipientId: text,
      createdAfter: text,
      createdBefore: text,
      expiresBefore: text,
      renewed: oneOf(['true', 'false']),
    }),
  }),
  createRoute({
    ...inOrganisation,
    path: '/certificates/import',
    component: lazyScreen(() => import('../imports/import.tsx'), 'ImportCertificates'),
  }),
  createRoute({
    ...inOrganisation,
    path: '/certificates/expiries',
    component: lazyScreen(() => import('../expiries/change-expiries.tsx'), 'ChangeExpiries'),
  }),
  createRoute({
    ...inOrganisation,
    path: '/certificates/corrections',
    component: lazyScreen(() => import('../corrections/correct-many.tsx'), 'CorrectMany'),
  }),
  createRoute({
    ...inOrganisation,
    path: '/certificates/$id',
    component: lazyScreen(() => import('../certificates/detail.tsx'), 'CertificateDetail'),
  }),
  createRoute({
    ...inOrganisation,
    path: '/issue',
    component: lazyScreen(() => import('../issue/issue.tsx'), 'Issue'),
    validateSearch: z.object({ templateId: text, from: text }),
  }),
  createRoute({
    ...inOrganisation,
    path: '/batches',
    component: lazyScreen(() => import('../batches/list.tsx'), 'Batches'),
    validateSearch: z.object({ tag: text, sort: oneOf(['newest', 'oldest']) }),
  }),
  createRoute({
    ...inOrganisation,
    path: '/batches/new',
    component: lazyScreen(() => import('../batches/new.tsx'), 'NewBatch'),
    validateSearch: z.object({ templateId: text }),
  }),
  createRoute({
    ...inOrganisation,
    path: '/batches/$id',
    component: lazyScreen(() => import('../batches/detail.tsx'), 'BatchDetail'),
  }),
  createRoute({
    ...inOrganisation,
    path: '/recipients',
    component: lazyScreen(() => import('../recipients/list.tsx'), 'Recipients'),
    validateSearch: z.object({ search: text }),
  }),
  createRoute({
    ...inOrganisation,
    path: '/requests',
    component: lazyScreen(() => import('../requests/list.tsx'), 'Requests'),
  }),
  createRoute({
    ...inOrganisation,
    path: '/templates',
    component: lazyScreen(() => import('../templates/gallery.tsx'), 'Templates'),
  }),
  createRoute({
    ...inOrganisation,
    path: '/templates/new',
    component: lazyScreen(() => import('../templates/library/library.tsx'), 'Library'),
  }),
  createRoute({
    ...inOrganisation,
    path: '/templates/$id',
    component: lazyScreen(() => import('../templates/designer/designer.tsx'), 'DesignerScreen'),
  }),
  createRoute({
    ...inOrganisation,
    path: '/settings',
    component: lazyScreen(() => import('../settings/settings.tsx'), 'Settings'),
    validateSearch: z.object({ tab: text }),
  }),
  createRoute({
    ...inOrganisation,
    path: '/test',
    component: lazyScreen(() => import('../test-mode/test-mode.tsx'), 'TestMode'),
  }),
  createRoute({
    ...inOrganisation,
    path: '/account',
    component: lazyScreen(() => import('../people/account.tsx'), 'Account'),
  }),
] as const;

/** Reads the parameters of an address as texts. By default, those that look like numbers would be numbers, and long ones rounded. */
const parseSearch = (search: string) => Object.fromEntries(new URLSearchParams(search));

/** Writes parameters into an address, without those that are undefined. */
function stringifySearch(search: object): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined);
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
}

export const router = createRouter({
  routeTree: rootRoute.addChildren([...people, organisationRoute.addChildren(screens)]),
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  // A screen whose code failed to load can only be retried by reloading the page.
  defaultErrorComponent: ({ error }) => <Failed error={error} onRetry={() => location.reload()} />,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
