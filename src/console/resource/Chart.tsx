/** A bar or line chart of one measure or several, drawn by echarts, which is fetched with the first chart. */
import { BarChart, LineChart } from "echarts/charts";
import { GridComponent, LegendComponent, TooltipComponent } from "echarts/components";
import { init, use as register } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import { useEffect, useRef } from "react";
import { compact } from "../ui/compact";

register([BarChart, LineChart, GridComponent, TooltipComponent, LegendComponent, SVGRenderer]);

export interface Series {
  readonly name: string;
  readonly values: readonly number[];
  /** The period compared with: a dashed line. */
  readonly dashed?: boolean;
  /** Bars of one stack are drawn on top of each other. */
  readonly stack?: string;
}

/** Pixels that a name below a bar needs to be read. */
const LEAST = 40;
/** Pixels beside the plot: its edges and the figures of the axis. */
const AXIS = 56;
/** Pixels of a Latin letter: Chinese is broken anywhere, words are not. */
const LETTER = 7;

interface Props {
  readonly label: string;
  readonly kind: "bar" | "line";
  readonly x: readonly string[];
  readonly series: readonly Series[];
}

/** The figures are in the table below, for readers and print: the picture is hidden from them. */
export function Chart({ label, kind, x, series }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const chart = init(element, undefined, { renderer: "svg" });
    const style = getComputedStyle(element);
    const colour = (name: string): string => style.getPropertyValue(name).trim();
    const text = { color: colour("--ink-3"), fontFamily: style.fontFamily, fontSize: 12 };
    // A few names are all said where there is room: in lines if no word is longer, else cut to their place. Else some stand for all.
    const longest = Math.max(0, ...x.flatMap((name) => name.match(/[!-\u024f]+/g) ?? []).map((word) => word.length)) * LETTER;
    const labels = () => {
      const width = (element.clientWidth - AXIS) / x.length - 4;
      const overflow = longest <= width ? ("break" as const) : ("truncate" as const);
      return width < LEAST ? { ...text, interval: "auto" as const } : { ...text, interval: 0, width, overflow, lineHeight: 14 };
    };
    chart.setOption({
      animation: false,
      aria: { enabled: false },
      grid: { left: 8, right: 8, top: series.length > 1 ? 28 : 12, bottom: 4, containLabel: true },
      tooltip: { trigger: "axis", textStyle: { fontSize: 12 } },
      ...(series.length > 1 ? { legend: { top: 0, right: 0, textStyle: text, itemHeight: 8 } } : {}),
      xAxis: {
        type: "category",
        data: x,
        axisLabel: labels(),
        axisTick: { show: false },
        axisLine: { lineStyle: { color: colour("--line-strong") } },
      },
      yAxis: {
        type: "value",
        axisLabel: { ...text, formatter: (value: number) => compact(value) },
        splitLine: { lineStyle: { color: colour("--line") } },
        splitNumber: 3,
      },
      color: [
        colour("--series-a") || colour("--brand-500"),
        colour("--series-b") || colour("--ink-3"),
        colour("--style-300"),
        colour("--style-700"),
      ],
      series: series.map(({ name, values, dashed, stack }) => ({
        name,
        type: dashed ? "line" : kind,
        data: values,
        symbol: "none",
        barMaxWidth: 32,
        ...(stack === undefined ? {} : { stack }),
        // The legend takes its colour from the item.
        itemStyle: dashed ? { color: colour("--ink-3") } : { borderRadius: [2, 2, 0, 0] },
        ...(dashed ? { lineStyle: { type: "dashed", color: colour("--ink-3") } } : {}),
      })),
    });
    const watcher = new ResizeObserver(() => {
      chart.resize();
      chart.setOption({ xAxis: { axisLabel: labels() } });
    });
    watcher.observe(element);
    return () => {
      watcher.disconnect();
      chart.dispose();
    };
  }, [kind, x, series]);
  return <div className="plot" ref={box} role="img" aria-label={label} />;
}
