/** Attributes of a field for the reader’s own email, so that browsers fill it in. */
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
