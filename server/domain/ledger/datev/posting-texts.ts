/** Posting texts of the file, in German, as accountants expect: by the kind of a transfer, else by its source. */
const kinds: Readonly<Record<string, string>> = {
	ticket: 'Tickets',
	add_on: 'Zusatzleistungen',
	gift: 'Spende',
	surplus: 'Spende',
	cover: 'Übernommene Gebühren',
	service_fee: 'Servicegebühr',
	tax: 'Umsatzsteuer',
	tax_rounding: 'Rundung Umsatzsteuer',
	fee: 'Plattformgebühr',
	provider_fee: 'Gebühr Zahlungsanbieter',
	dispute_fee: 'Gebühr Rückbelastung',
	rounding: 'Rundung',
	contested: 'Rückbelastung',
	won: 'Rückbelastung gewonnen',
	lost: 'Rückbelastung verloren',
	cash_difference: 'Kassendifferenz',
	adjustment: 'Differenz Zahlungsanbieter',
	gift_card: 'Gutschein',
	gift_card_lapsed: 'Gutschein verfallen',
};
const sources: Readonly<Record<string, string>> = {
	payment: 'Zahlung',
	refund: 'Erstattung',
	refund_failed: 'Erstattung fehlgeschlagen',
	payout: 'Auszahlung',
	payout_paid: 'Auszahlung eingegangen',
	payout_failed: 'Auszahlung fehlgeschlagen',
	donation: 'Spende',
	donation_removed: 'Spende entfernt',
	donation_match: 'Zugesagte Spende',
	match_returned: 'Zugesagte Spende zurück',
	match_received: 'Zugesagte Spende eingegangen',
	gift_card_returned: 'Gutschein zurück',
	trial: 'Testzahlung',
};

/** The text of a row: what happened, and the event. */
export function textOf(of: { sourceKind: string; kind: string; event: string }): string {
	const what = kinds[of.kind] ?? sources[of.sourceKind] ?? 'Buchung';
	const undone = of.sourceKind === 'order_cancelled' ? `Storno ${what}` : what;
	return of.event === '' ? undone : `${undone}: ${of.event}`;
}
