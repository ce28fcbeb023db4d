import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Download, Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { useAttempt } from '#app/lib/attempt.ts';
import { useFormats } from '#app/lib/format.ts';
import { Button } from '#app/ui/button.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { DescriptionList } from '#app/ui/description-list.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import { Menu } from '#app/ui/menu.tsx';
import { StatusBadge } from '#app/ui/status-badge.tsx';
import type { GiftAidDeclaration } from '#shared/contracts/gift-aid.ts';
import {
	type DonorAddress,
	declarationStates,
	GIFT_AID_CURRENCY,
	type OralRecord,
} from '#shared/rules/gift-aid.ts';
import { GIFT_AID_PAST_YEARS } from '#shared/rules/periods.ts';
import { type DeclarationFilters, downloadDeclarations, useGiftAidDeclarations } from '../gift-aid-api.ts';
import { declarationStateLabels, declarationStateTones } from '../labels.ts';
import { CancelDeclarationDialog } from './cancel-declaration-dialog.tsx';
import { ChangeAddressDialog } from './change-address-dialog.tsx';
import { SearchCard } from './search-card.tsx';

/** The Gift Aid declarations of an organisation, or those made with donations to one event. */
export function DeclarationsCard(props: { organisation: string; event?: string; isEditable: boolean }) {
	const { t, i18n } = useLingui();
	const attempt = useAttempt();
	const { organisation, event = '', isEditable } = props;
	const [filters, setFilters] = useState<DeclarationFilters>({ event, q: '', state: '' });
	const [isExporting, setExporting] = useState(false);
	const [cancelling, setCancelling] = useState<string | null>(null);
	const [viewed, setViewed] = useState<GiftAidDeclaration | null>(null);
	const [moving, setMoving] = useState<GiftAidDeclaration | null>(null);
	const declarations = useGiftAidDeclarations(organisation, filters);
	async function save() {
		setExporting(true);
		await attempt(downloadDeclarations(organisation, filters));
		setExporting(false);
	}
	return (
		<SearchCard
			title={<span className={event ? 'text-lg' : undefined}>{t`Gift Aid declarations`}</span>}
			actions={
				isEditable ? (
					<Button variant="outline" icon={Download} isLoading={isExporting} onClick={() => void save()}>
						{t`Export CSV`}
					</Button>
				) : undefined
			}
			search={{ label: t`Search declarations`, placeholder: t`Search name, address or email` }}
			choices={[
				{
					name: 'state',
					label: t`State`,
					all: t`All states`,
					options: declarationStates.map((value) => ({
						value,
						label: i18n._(declarationStateLabels[value]),
					})),
				},
			]}
			filters={filters}
			onFilters={setFilters}
			pages={declarations}
			texts={{
				failed: t`Couldn’t load the declarations.`,
				noMatch: t`No matching declarations`,
				empty: t`No declarations yet`,
				emptyHint: t`Donors make them in the donation form. Those on paper or by word of mouth are added in the list of donations of an event.`,
				shown: (
					<Plural
						value={declarations.data?.length ?? 0}
						one="# declaration shown"
						other="# declarations shown"
					/>
				),
			}}
			table={(list) => (
				<DeclarationTable
					{...list}
					onView={setViewed}
					onMove={isEditable ? setMoving : null}
					onCancel={isEditable ? setCancelling : null}
				/>
			)}
		>
			<CancelDeclarationDialog
				organisation={organisation}
				declaration={cancelling}
				onClose={() => setCancelling(null)}
			/>
			{moving ? (
				<ChangeAddressDialog
					organisation={organisation}
					declaration={moving}
					onClose={() => setMoving(null)}
				/>
			) : null}
			{viewed ? <DeclarationDialog declaration={viewed} onClose={() => setViewed(null)} /> : null}
		</SearchCard>
	);
}

const nameOf = ({ title, firstName, lastName }: DonorAddress) =>
	[title, firstName, lastName].filter(Boolean).join(' ');
/** `X` stands for an address abroad, which is written out in the line before. */
const addressOf = ({ house, postcode }: DonorAddress) => (postcode === 'X' ? house : `${house}, ${postcode}`);

function DeclarationTable(props: {
	rows: GiftAidDeclaration[];
	isLoading: boolean;
	empty: React.ReactNode;
	onView: (declaration: GiftAidDeclaration) => void;
	onMove: ((declaration: GiftAidDeclaration) => void) | null;
	onCancel: ((declaration: string) => void) | null;
}) {
	const { t, i18n } = useLingui();
	const formats = useFormats();
	const { onView, onMove, onCancel } = props;
	return (
		<DataTable
			label={t`Gift Aid declarations`}
			rows={props.rows}
			rowKey={({ id }) => id}
			isLoading={props.isLoading}
			empty={props.empty}
			columns={[
				{
					id: 'donor',
					header: t`Donor`,
					className: 'w-full max-w-24',
					cell: (one) => (
						<>
							<p className="truncate font-medium" dir="auto" title={nameOf(one)}>
								{nameOf(one)}
							</p>
							<p className="truncate text-compact text-muted" dir="auto" title={addressOf(one)}>
								{addressOf(one)}
							</p>
						</>
					),
				},
				{
					id: 'covers',
					header: t`Covers`,
					from: 'lg',
					className: 'whitespace-nowrap',
					cell: (one) => (one.scope === 'all' ? t`All donations` : t`One donation`),
				},
				{
					id: 'made',
					header: t`Made on`,
					from: 'md',
					className: 'whitespace-nowrap',
					cell: (one) => formats.date(one.madeOn, 'Europe/London'),
				},
				{
					id: 'state',
					header: t`Status`,
					cell: (one) => (
						<StatusBadge tone={declarationStateTones[one.state]}>
							{i18n._(declarationStateLabels[one.state])}
						</StatusBadge>
					),
				},
				{
					id: 'actions',
					header: t`Actions`,
					isHeaderHidden: true,
					align: 'end',
					cell: (one) => (
						<Menu
							label={t`Actions for ${nameOf(one)}`}
							align="end"
							items={[
								{ id: 'view', label: t`View declaration`, onSelect: () => onView(one) },
								...(onMove && one.state !== 'cancelled'
									? [{ id: 'move', label: t`Change name or address`, onSelect: () => onMove(one) }]
									: []),
								...(onCancel && one.state !== 'cancelled'
									? [
											{
												id: 'cancel',
												label: t`Cancel declaration`,
												tone: 'destructive' as const,
												onSelect: () => onCancel(one.id),
											},
										]
									: []),
							]}
							trigger={(trigger) => (
								<IconButton {...trigger} icon={Ellipsis} label={t`Actions for ${nameOf(one)}`} tip="none" />
							)}
						/>
					),
				},
			]}
		/>
	);
}

/** All that is known of a declaration, with what was done with it. */
function DeclarationDialog(props: { declaration: GiftAidDeclaration; onClose: () => void }) {
	const { t, i18n } = useLingui();
	const formats = useFormats();
	const { declaration: one, onClose } = props;
	const day = (at: string) => formats.date(at, 'Europe/London');
	const done = ({ at, by }: { at: string; by: string }) => (by ? t`${day(at)} by ${by}` : day(at));
	const sent = one.recordSentOn ? day(one.recordSentOn) : '';
	const proof: Record<OralRecord, string> = {
		email: t`Written record emailed on ${sent}`,
		letter: t`Written record sent by letter on ${sent}`,
		recording: t`Recording that you keep`,
	};
	const claimed = formats.money(one.claimedMinor, GIFT_AID_CURRENCY);
	return (
		<Dialog
			isOpen
			onClose={onClose}
			title={t`Gift Aid declaration`}
			footer={
				<Button variant="outline" onClick={onClose}>
					<Trans>Close</Trans>
				</Button>
			}
		>
			<div className="flex flex-col gap-4">
				<DescriptionList
					facts={[
						[t`Donor`, nameOf(one)],
						[t`Home address`, addressOf(one)],
						[t`Email`, one.email],
						[t`Event`, one.event],
						[
							t`Covers`,
							one.scope === 'all'
								? t`All donations, from ${GIFT_AID_PAST_YEARS} years before it`
								: t`One donation`,
						],
						[t`Status`, i18n._(declarationStateLabels[one.state])],
						[
							t`Made on`,
							`${day(one.madeOn)} · ${one.oralRecord ? t`by word of mouth` : one.entered ? t`on paper` : t`online`}`,
						],
						[t`Proof`, one.oralRecord ? proof[one.oralRecord] : ''],
						[
							t`Before`,
							one.earlier
								.map((was) => t`${nameOf(was)}, ${addressOf(was)} until ${day(was.until)}`)
								.join('; '),
						],
						[t`Entered`, one.entered ? done(one.entered) : ''],
						[t`Claimed`, one.claims > 0 ? claimed : ''],
						[t`Cancelled`, one.cancelled ? done(one.cancelled) : ''],
					]}
				/>
				<blockquote className="border-s-2 ps-3 text-sm" lang="en-GB">
					{one.statement}
				</blockquote>
			</div>
		</Dialog>
	);
}
