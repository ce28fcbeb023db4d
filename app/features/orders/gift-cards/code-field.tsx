import type { ReactNode } from 'react';
import { TextField } from '#app/ui/text-field.tsx';
import { GIFT_CARD_LENGTH, giftCardText } from '#shared/rules/gift-cards.ts';

/** The code of a gift card, as it is printed: pasted and typed in any form. */
export function CodeField(props: {
	name: string;
	label: string;
	defaultValue?: string | undefined;
	error?: ReactNode;
	className?: string;
}) {
	return (
		<TextField
			{...props}
			required
			maxLength={100}
			placeholder={giftCardText('X'.repeat(GIFT_CARD_LENGTH))}
			autoComplete="off"
			autoCapitalize="characters"
			spellCheck={false}
			dir="ltr"
			inputClassName="font-mono tracking-wide"
		/>
	);
}
