import { CalendarPlus, Copy, Ellipsis, LogOut, Pencil, Settings, Trash2, User, Users } from 'lucide-react';
import { useState } from 'react';
import { Avatar, AvatarStack } from '#app/ui/avatar.tsx';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Card } from '#app/ui/card.tsx';
import { CopyButton } from '#app/ui/copy-button.tsx';
import { DateTile } from '#app/ui/date-tile.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import { Kbd } from '#app/ui/kbd.tsx';
import { LogoMark } from '#app/ui/logo.tsx';
import { Menu } from '#app/ui/menu.tsx';
import { Money } from '#app/ui/money.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { Popover } from '#app/ui/popover.tsx';
import { ProgressBar } from '#app/ui/progress-bar.tsx';
import { QrCode } from '#app/ui/qr-code.tsx';
import { SettingsRow } from '#app/ui/settings-row.tsx';
import { Skeleton, SkeletonGroup } from '#app/ui/skeleton.tsx';
import { SpotDrawing } from '#app/ui/spot-drawing.tsx';
import { StatTile } from '#app/ui/stat-tile.tsx';
import { StatusBadge } from '#app/ui/status-badge.tsx';
import { Steps } from '#app/ui/steps.tsx';
import { Switch } from '#app/ui/switch.tsx';
import { Tabs } from '#app/ui/tabs.tsx';
import { Tooltip } from '#app/ui/tooltip.tsx';
import { type CoverSeed, coverHue } from '#shared/rules/cover/hues.ts';
import { makeCover } from '#shared/rules/cover.ts';
import { Row, Section } from './section.tsx';

const ADA = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org' };

export function Display() {
	return (
		<>
			<HeadersAndCards />
			<Callouts />
			<MenusAndTabs />
			<FacesAndCodes />
			<WaitingAndEmpty />
			<EventSample />
		</>
	);
}

function HeadersAndCards() {
	return (
		<Section title="Headers and cards">
			<PageHeader
				breadcrumb={
					<Breadcrumb
						items={[
							{ label: 'Events', to: '#' },
							{ label: 'Riverside Night Market', to: '#guests' },
						]}
					/>
				}
				title="Guests"
				badge={<StatusBadge tone="live">Live now</StatusBadge>}
				description="Everybody who holds a place, with what they answered."
				actions={
					<>
						<Button variant="outline" icon={Users}>
							Import
						</Button>
						<Button>Add guest</Button>
					</>
				}
			/>
			<div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
				<StatTile label="Checked In" value="128" detail="of 204 guests" />
				<StatTile
					label="Check-in Rate"
					value="63%"
					definition="Checked-in guests divided by all guests that hold a place."
				/>
				<StatTile label="Net revenue" value={<Money>€1,204.50</Money>} to="#money" />
				<StatTile label="No-shows" value={null} detail="Known after the event" />
			</div>
			<div className="grid gap-4 md:grid-cols-2">
				<Card
					title="Sharing"
					description="Where people find this event."
					actions={<CopyButton text="https://example.org" label="Copy link" />}
				>
					<SettingsRow title="Listed" description="Shown in Browse Events and in search engines.">
						<Switch label="Listed" isLabelHidden defaultChecked />
					</SettingsRow>
					<SettingsRow title="Code" description="For posters.">
						<code>K7M2QP</code>
						<CopyButton text="K7M2QP" />
					</SettingsRow>
					<SettingsRow title="Language">
						<Button size="sm" variant="outline">
							English
						</Button>
					</SettingsRow>
				</Card>
				<Card title="Places">
					<div className="flex flex-col gap-5">
						<ProgressBar label="Standard" value={42} max={120} detail="42 of 120" />
						<ProgressBar label="Members" value={30} max={30} detail="Sold out" tone="success" />
						<ProgressBar label="Importing" />
					</div>
				</Card>
			</div>
		</Section>
	);
}

function Callouts() {
	return (
		<Section title="Callouts">
			{(['neutral', 'info', 'success', 'warning', 'danger'] as const).map((tone) => (
				<Callout
					key={tone}
					tone={tone}
					title="The clocks change that night"
					action={
						<Button size="sm" variant="outline">
							Look at it
						</Button>
					}
				>
					02:30 happens twice on this date; the first one is meant.
				</Callout>
			))}
		</Section>
	);
}

function MenusAndTabs() {
	const [shown, setShown] = useState(false);
	const [isNew, setIsNew] = useState(true);
	return (
		<Section title="Menus and tabs">
			<Row>
				<Menu
					label="Account"
					trigger={(props) => (
						<button {...props} type="button" data-open="menu" className="hit-area relative rounded-full">
							<Avatar person={ADA} label="Account" />
						</button>
					)}
					header={
						<>
							<p className="text-sm font-medium">Ada Lovelace</p>
							<p className="text-compact text-muted">ada@example.org</p>
						</>
					}
					items={[
						{ id: 'profile', label: 'Dashboard', icon: User, to: '#' },
						{ id: 'settings', label: 'Settings', icon: Settings, shortcut: 'G S' },
						{ id: 'guests', label: 'Show guests', isChecked: shown, onSelect: () => setShown(!shown) },
						...(isNew
							? [{ id: 'once', label: 'Only once', isChecked: false, onSelect: () => setIsNew(false) }]
							: []),
						'separator',
						{ id: 'duplicate', label: 'Duplicate', icon: Copy, isDisabled: true },
						{ id: 'delete', label: 'Delete draft', icon: Trash2, tone: 'destructive' },
						{ id: 'out', label: 'Log out', icon: LogOut },
					]}
				/>
				<Menu
					label="More"
					align="end"
					trigger={(props) => <IconButton {...props} icon={Ellipsis} label="More" variant="outline" />}
					items={[{ id: 'edit', label: 'Edit', icon: Pencil }]}
				/>
				<Popover
					label="Filter"
					trigger={(props) => (
						<Button {...props} variant="outline">
							Filter
						</Button>
					)}
				>
					<p className="text-sm">Anything can stand here.</p>
				</Popover>
				<Tooltip text="Saturday, November 21, 2026, 19:30:04 CET">
					{(described) => (
						<button type="button" {...described} className="text-sm text-muted underline decoration-dotted">
							2 hours ago
						</button>
					)}
				</Tooltip>
				<Kbd>⌘</Kbd>
				<Kbd>K</Kbd>
			</Row>
			<Tabs
				label="Guests"
				items={[
					{ id: 'all', label: 'All', count: 204, content: <p>All guests.</p> },
					{ id: 'in', label: 'Checked in', count: 128, content: <p>Those inside.</p> },
					{ id: 'out', label: 'Cancelled', content: <p>Nobody.</p> },
				]}
			/>
			<Steps
				current={1}
				steps={[{ label: 'Details', to: '#' }, { label: 'Tickets' }, { label: 'Publish' }]}
			/>
		</Section>
	);
}

function FacesAndCodes() {
	return (
		<Section title="Faces and codes">
			<Row>
				<LogoMark />
				<LogoMark size={40} />
				{(['sm', 'md', 'lg', 'xl'] as const).map((size) => (
					<Avatar key={size} person={ADA} size={size} />
				))}
				<Avatar person={{ email: 'zoe@example.org' }} size="lg" />
				<AvatarStack
					people={['ann', 'bob', 'cem', 'dua', 'eli', 'fay', 'gus'].map((name) => ({
						id: name,
						person: { firstName: name, email: `${name}@example.org` },
					}))}
				/>
				<DateTile date="2026-11-21" timeZone="UTC" />
				<DateTile date="2026-11-21" timeZone="UTC" size="lg" />
			</Row>
			<Row>
				<QrCode value="0024H36H2NCSVRH6DAQF6DVVQZ" ecc="Q" label="Ticket code" />
				{(['ticket', 'door', 'chair', 'lamp', 'calendar'] as const).map((name) => (
					<SpotDrawing key={name} name={name} />
				))}
			</Row>
		</Section>
	);
}

function WaitingAndEmpty() {
	return (
		<Section title="Waiting and empty">
			<div className="grid gap-4 md:grid-cols-2">
				<Card>
					<SkeletonGroup className="flex flex-col gap-3">
						<Skeleton className="h-40 w-full rounded-lg" />
						<Skeleton className="h-6 w-2/3" />
						<Skeleton />
						<Skeleton className="h-4 w-1/3" />
					</SkeletonGroup>
				</Card>
				<Card padding="none">
					<EmptyState
						drawing="calendar"
						title="Your events will be listed here"
						description="The next one stands first."
						action={<Button icon={CalendarPlus}>Create event</Button>}
					/>
				</Card>
			</div>
		</Section>
	);
}

const SAMPLES: CoverSeed[] = [
	{ seed: 'a1', category: 'music' },
	{ seed: 'b7', category: 'technology' },
	{ seed: 'c3', category: 'food' },
];

function EventSample() {
	return (
		<Section title="Event theme">
			<div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
				{SAMPLES.map((from) => (
					<article
						key={from.seed}
						style={{ '--event-hue': coverHue(from) }}
						className="event-theme flex flex-col gap-3 rounded-xl bg-event-wash p-3"
					>
						<img
							alt=""
							className="aspect-video w-full rounded-lg object-cover"
							src={`data:image/svg+xml,${encodeURIComponent(makeCover(from, { width: 480, height: 270, hasGrain: true }))}`}
						/>
						<div className="flex items-start gap-3 px-1">
							<DateTile date="2026-11-21" timeZone="UTC" />
							<div className="min-w-0">
								<p className="font-semibold">Riverside Night Market</p>
								<p className="text-sm text-event-ink">Saturday, 19:30</p>
							</div>
						</div>
						<Button tone="event">Register</Button>
					</article>
				))}
			</div>
		</Section>
	);
}
