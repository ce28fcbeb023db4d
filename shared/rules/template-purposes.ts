/** What the gallery groups templates by; names are stored, labels are texts of the screens. */
export const templatePurposes = [
	'celebration',
	'culture',
	'learning',
	'business',
	'community',
	'sport',
] as const;
export type TemplatePurpose = (typeof templatePurposes)[number];
