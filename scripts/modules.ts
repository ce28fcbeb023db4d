/**
 * The modules, left to right. A module may import only modules before it, so circles cannot exist; what happens on the left is
 * heard on the right as a fact (server/domain/facts.ts).
 */
export const moduleOrder = [
	'accounts',
	'settings',
	'ledger',
	'payments',
	'documents',
	'subscriptions',
	'content',
	'events',
	'templates',
	'organisers',
	'codes',
	'tickets',
	'questions',
	'staff',
	'orders',
	'fundraisers',
	'check-in',
	'attendees',
	'feedback',
	'support',
	'notifications',
	'integrations',
	'developer',
	'analytics',
	'reports',
	'error-log',
	'status',
	'admin',
] as const;
