import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useAttempt } from '#app/lib/attempt.ts';
import { Button } from '#app/ui/button.tsx';
import { DebouncedSearchField } from '#app/ui/debounced-search-field.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import type { Donation } from '#shared/contracts/fundraisers.ts';
import { noPageFilters, useDonationActions, useSupporterPages } from '../api.ts';

/** Counts a donation for another page or team of supporters, or for none. */
export function MoveDonationDialog(props: { event: string; donation: Donation; onClose: () => void }) {
	const { t } = useLingui();
	const attempt = useAttempt();
	const { event, donation, onClose } = props;
	const { update } = useDonationActions(event);
	const [q, setQ] = useState('');
	const current = donation.page ?? donation.team;
	const [chosen, setChosen] = useState(current?.id ?? '');
	const pages = useSupporterPages(event, { ...noPageFilters, q });
	const found = (pages.data ?? []).map(({ id, name, kind, ownerEmail }) => ({
		value: id,
		label: name,
		description: kind === 'team' ? t`Team` : ownerEmail,
	}));
	const first = [
		{ value: '', label: t`No page` },
		...(current ? [{ value: current.id, label: current.name }] : []),
	];
	const others = found.filter(({ value }) => value !== current?.id);
	async function move() {
		const moved = update.mutateAsync({ donation: donation.id, pageId: chosen === '' ? null : chosen });
		await attempt(moved.then(onClose), t`Donation moved`);
	}
	return (
		<Dialog
			isOpen
			size="sm"
			onClose={onClose}
			isDismissable={!update.isPending}
			title={t`Move donation`}
			description={t`It counts for the page you choose and that page’s team. The donor isn’t notified.`}
			footer={
				<>
					<Button variant="outline" onClick={onClose} isDisabled={update.isPending}>{t`Cancel`}</Button>
					<Button
						onClick={() => void move()}
						isLoading={update.isPending}
						isDisabled={chosen === (current?.id ?? '')}
					>{t`Move donation`}</Button>
				</>
			}
		>
			<div className="flex flex-col gap-4">
				<DebouncedSearchField label={t`Search pages and teams`} q={q} onSearch={setQ} />
				<RadioGroup
					label={t`Page or team`}
					name="page"
					value={chosen}
					onChange={(change) => setChosen(change.target.value)}
					options={[...first, ...others]}
				/>
				{pages.hasNextPage ? (
					<p className="text-compact text-muted">{t`Search to find more pages.`}</p>
				) : null}
			</div>
		</Dialog>
	);
}
