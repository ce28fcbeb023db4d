import type { ChangeEvent } from 'react';

/**
 * What was typed into the sign-in screen, so that it is still there after going to the other tab or to the forgotten
 * password. In the memory of this page only, and never a password.
 */
export const typed: { email: string; firstName: string; lastName: string } = {
	email: '',
	firstName: '',
	lastName: '',
};

export function rememberTyped({ currentTarget: { name, value } }: ChangeEvent<HTMLInputElement>): void {
	if (name === 'email' || name === 'firstName' || name === 'lastName') typed[name] = value;
}
