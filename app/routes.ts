import { index, type RouteConfig, route } from '@react-router/dev/routes';

/**
 * Every URL of the product, in one list. An alias is a second line with an id of its own. Screens behind a sign-in stand in
 * the guard's layout. A path of one segment that no line names is an event; what is left is the not-found page.
 */
export default [
	index('routes/public/landing.tsx'),
	route('*', 'routes/public/not-found.tsx'),
] satisfies RouteConfig;
