import { Plural, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { TextArea } from '#app/ui/text-area.tsx';
import { MAX_GIFT_MESSAGE } from '#shared/rules/gift-cards.ts';

/** A few words to the recipient, with what is left of their room. */
export function MessageField(props: {
	name: string;
	defaultValue?: string | undefined;
	error?: string | undefined;
}) {
	const { t } = useLingui();
	const [left, setLeft] = useState<number | null>(null);
	return (
		<TextArea
			label={t`Message`}
			name={props.name}
			isOptional
			rows={3}
			maxLength={MAX_GIFT_MESSAGE}
			defaultValue={props.defaultValue}
			error={props.error}
			onChange={(changed) => setLeft(MAX_GIFT_MESSAGE - changed.target.value.length)}
			hint={
				<Plural
					value={left ?? MAX_GIFT_MESSAGE - (props.defaultValue?.length ?? 0)}
					one="# character left"
					other="# characters left"
				/>
			}
		/>
	);
}
