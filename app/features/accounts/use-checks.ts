import { useLingui } from '@lingui/react/macro';

const SHORTEST_PASSWORD = 8;

/** What forms about accounts check before they send; the server checks again, and more. */
export function useChecks() {
	const { t } = useLingui();
	return {
		email(value: string) {
			if (value.trim() === '') return t`This field is required.`;
			return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value.trim())
				? undefined
				: t`Please enter a valid email address.`;
		},
		password: (value: string) => (value === '' ? t`This field is required.` : undefined),
		required: (value: string) => (value.trim() === '' ? t`This field is required.` : undefined),
		newPassword(value: string) {
			if (value === '') return t`This field is required.`;
			return value.length < SHORTEST_PASSWORD ? t`Use at least ${SHORTEST_PASSWORD} characters.` : undefined;
		},
	};
}
