import { Row, Section } from './section.tsx';

const SWATCHES = [
	'paper surface raised sunken hairline edge control ink muted',
	'primary primary-hover accent accent-tint',
	'success success-tint warning warning-tint danger danger-solid danger-tint info info-tint',
	'door-yes door-wait door-no event event-ink event-wash event-edge',
];

const TYPE = ['xs', 'compact', 'sm', 'base', 'lg', 'xl', '2xl', '3xl', 'display'];

export function Foundations() {
	return (
		<>
			<Section title="Colour">
				{SWATCHES.map((line) => (
					<Row key={line}>
						{line.split(' ').map((name) => (
							<figure key={name} className="w-24 text-xs">
								<div className="h-14 rounded-lg border" style={{ background: `var(--${name})` }} />
								<figcaption className="mt-1 text-muted">{name}</figcaption>
							</figure>
						))}
					</Row>
				))}
			</Section>
			<Section title="Type">
				{TYPE.map((name) => (
					<p key={name} style={{ fontSize: `var(--text-${name})`, lineHeight: 1.2 }}>
						{name} · The doors open at 19:30
					</p>
				))}
				<p className="title-event">Riverside Night Market</p>
				<p className="title-page">Guests</p>
				<p className="max-w-measure">
					Running text at a comfortable measure.{' '}
					<a className="link" href="#type">
						A link in it
					</a>{' '}
					stays quiet until it is needed, numbers line up in tables (
					<span className="tabular-nums">1,204.50</span>), and codes are set in <code>mono</code>.
				</p>
			</Section>
		</>
	);
}
