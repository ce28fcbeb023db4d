import type { Route } from '#server/http/handler.ts';
import { organiserRoutes } from './organiser-routes.ts';
import { sellingRoutes } from './selling-routes.ts';

export const doorSaleRoutes: Route[] = [...sellingRoutes, ...organiserRoutes];
