/** Contests for tests: a tour of one table that plays, with whatever is to be different. */
import type { CallView, ContestView, PulyaView, TourView } from "../generated";

export function pulya(different: Partial<PulyaView> = {}): PulyaView {
  return {
    table: 1,
    stream: "c1-1-1",
    players: ["anna", "boris", "vera"],
    sitting: ["anna", "boris", "vera"],
    reason: "",
    watching: "hand",
    ends: 100_000,
    last_circle_at: 80_000,
    last_circle: false,
    plays: true,
    held: false,
    whists: null,
    deals: 0,
    points: null,
    signed: [],
    signed_until: null,
    calls: [],
    posted: "",
    substituted: [],
    annulled: [],
    adjusted: [],
    dismissed: [],
    corrections: [],
    ...different,
  };
}

export function tour(different: Partial<TourView> = {}): TourView {
  return {
    tour: 1,
    final: false,
    seconds: 100,
    called: 1000,
    until: 2000,
    began: 2000,
    ends: 100_000,
    over: null,
    ended: false,
    corrected_until: null,
    tables: [pulya()],
    absent: [],
    penalties: [],
    seal: null,
    ...different,
  };
}

export function called(different: Partial<CallView> = {}): CallView {
  return {
    number: 1,
    at: 0,
    tour: 1,
    table: 1,
    person: "anna",
    about: "",
    answered_by: "",
    answer: "",
    answered_at: null,
    ...different,
  };
}

export function contestView(different: Partial<ContestView> = {}): ContestView {
  return {
    name: "c1",
    title: "A contest",
    zone: "UTC",
    formula: "points-4321",
    rules: "festival-2011",
    changed: {},
    pace: "usual",
    deals: 60,
    last_circle: 480,
    no_show: 600,
    signing: 180,
    rest: 300,
    late: 0,
    watching: "hand",
    delay: false,
    accounts: false,
    phase: "playing",
    registration_until: 0,
    draw_at: 0,
    starts: [0, 200_000],
    seconds: [100, 100],
    next: null,
    paused: false,
    halted: null,
    frozen: false,
    apart: [],
    directors: ["zoya"],
    entrants: [],
    commitment: "",
    secret: null,
    draw: ["anna", "boris", "vera"],
    tours: [tour()],
    number_of_tours: 2,
    advance: [],
    standings: [],
    podium: [],
    announcements: [],
    calls: [],
    looks: [],
    deeds: [],
    downtimes: [],
    ...different,
  };
}
