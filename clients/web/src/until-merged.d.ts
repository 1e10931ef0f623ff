/** What lobby/table/seen.py tells in another tree; to be deleted once generated.ts has it. */
export {};
declare module "./generated" {
  interface SpectatorView {
    person: string;
    seat: string;
    next: string;
  }
  interface LookView {
    deal: number;
    person: string;
    why: string;
  }
  interface AdjustmentView {
    seat: string;
    pool: number;
    mountain: number;
    on: string | null;
    whists: number;
    why: string;
  }
  interface PastView {
    annulled: string;
  }
  interface TableView {
    contest: string;
    adjustments: AdjustmentView[];
    watching: string;
    delay: boolean;
    audience: SpectatorView[];
    looks: LookView[];
  }
}
