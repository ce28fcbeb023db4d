/** What a field for the email of its reader is made of; browsers fill it in. */
export const emailInputProps = {
	name: 'email',
	type: 'email',
	autoComplete: 'email',
	required: true,
} as const;

/** The same for their name. */
export const nameInputProps = {
	name: 'name',
	autoComplete: 'name',
	required: true,
	maxLength: 200,
	dir: 'auto',
} as const;
