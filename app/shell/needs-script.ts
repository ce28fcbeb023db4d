/** Pages that show nothing, or do nothing, before their script runs. */
const NEEDS_SCRIPT = new Set([
	'shell/route-guard',
	'routes/staff/scan',
	'staff-scanner',
	'routes/staff/staff-access',
	'routes/account/auth-callback',
	'routes/account/verify-email',
	'routes/account/reset-password',
	'routes/account/first-administrator',
	'routes/account/unsubscribe',
	'routes/public/feedback-report',
]);

/** Whether a page of these routes can be read and used before its script. */
export function isWholeWithoutScript(routeIds: readonly string[]): boolean {
	return !routeIds.some((id) => NEEDS_SCRIPT.has(id));
}
