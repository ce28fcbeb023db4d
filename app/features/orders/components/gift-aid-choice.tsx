import { useLingui } from '@lingui/react/macro';
import { type ComponentType, useState } from 'react';
import { useHydrated } from '#app/lib/hydrated.ts';
import { Checkbox } from '#app/ui/checkbox.tsx';
import type { GiftAidFieldsProps } from '#app/ui/gift-aid-fields.tsx';
import { giftNames } from '../gift-values.ts';

/** Whether the donor makes a Gift Aid declaration. Its fields are fetched when it is ticked, so it is there with script only. */
export function GiftAidChoice(props: Omit<GiftAidFieldsProps, 'prefix'>) {
	const { t } = useLingui();
	const isHydrated = useHydrated();
	const [isOn, setOn] = useState(false);
	const [hasFailed, setFailed] = useState(false);
	const [Fields, setFields] = useState<ComponentType<GiftAidFieldsProps> | null>(null);
	if (!isHydrated) return null;
	function choose(isChosen: boolean) {
		setOn(isChosen);
		setFailed(false);
		if (!isChosen || Fields) return;
		import('#app/ui/gift-aid-fields.tsx').then(
			(module) => setFields(() => module.GiftAidFields),
			() => {
				setOn(false);
				setFailed(true);
			},
		);
	}
	return (
		<>
			<Checkbox
				label={t`Add Gift Aid`}
				hint={t`UK taxpayers: the charity gets 25% more, at no cost to you.`}
				error={hasFailed ? t`This couldn’t be loaded. Check your connection and try again.` : undefined}
				checked={isOn}
				onChange={(changed) => choose(changed.target.checked)}
			/>
			{isOn && Fields ? <Fields {...props} prefix={giftNames.giftAid} /> : null}
		</>
	);
}
