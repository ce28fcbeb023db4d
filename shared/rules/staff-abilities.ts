/** What a staff link may do at the door. A link without `see_emails` gets masked addresses. */
export const staffAbilities = [
	'scan',
	'search',
	'manual_check_in',
	'undo',
	'see_emails',
	'sell_at_door',
	/** Guest list and scans as files; without `see_emails` no addresses in them. */
	'export',
] as const;
export type StaffAbility = (typeof staffAbilities)[number];

/** What a new link may do unless the organiser says otherwise: run a door. */
export const defaultStaffAbilities: StaffAbility[] = [
	'scan',
	'search',
	'manual_check_in',
	'undo',
	'see_emails',
];

/** `ada@example.org` → `a•••@example.org`: what a link without `see_emails` shows. */
export function maskEmail(email: string): string {
	const at = email.lastIndexOf('@');
	if (at <= 0) return email === '' ? '' : '•••';
	const first = [...email.slice(0, at)][0] ?? '';
	return `${first}•••${email.slice(at)}`;
}
