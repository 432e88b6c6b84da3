package main

import (
	"encoding/json"
	"fmt"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured/unstructuredscheme"
	k8sruntime "k8s.io/apimachinery/pkg/runtime"
	utiljson "k8s.io/apimachinery/pkg/util/json"
)

// built is what a document comes to.
type built struct {
	objects  []map[string]any
	mistyped []map[string]any
	refused  []error
}

// build takes a document for objects as kubectl's resource builder does for `apply -f`: decoded without a schema, its
// metadata checked, lists taken apart. The builder itself lives in a module that brings every client of Kubernetes along
// and takes minutes to compile; these are its steps (metadataValidatingDecoder, FlattenListVisitor, infoForObject), each
// with the function that the builder calls.
func build(document []byte) (made built) {
	defer func() {
		if caught := recover(); caught != nil {
			made.refused = append(made.refused, fmt.Errorf("panic: %v", caught))
		}
	}()
	decoded, _, err := unstructured.UnstructuredJSONScheme.Decode(document, nil, nil)
	if err != nil {
		return built{refused: []error{err}}
	}
	isList := meta.IsListType(decoded)
	if err := checkMetadata(document); err != nil {
		made.refused = append(made.refused, err)
		if !isList {
			made.mistyped = append(made.mistyped, content(decoded))
		}
		return made
	}
	if !isList {
		made.objects = append(made.objects, content(decoded))
		return made
	}
	items, err := flatten(decoded)
	if err != nil {
		return built{refused: []error{err}}
	}
	typer := unstructuredscheme.NewUnstructuredObjectTyper()
	for _, item := range items {
		if _, _, err := typer.ObjectKinds(item); err != nil {
			made.refused = append(made.refused, err)
			continue
		}
		made.objects = append(made.objects, content(item))
	}
	return made
}

// checkMetadata finds metadata that would be cut short later: nothing but the parts that every object has is decoded.
func checkMetadata(document []byte) error {
	return utiljson.Unmarshal(document, &struct {
		metav1.TypeMeta   `json:",inline"`
		metav1.ObjectMeta `json:"metadata,omitempty"`
	}{})
}

// flatten takes lists apart, those in lists too, which come behind all others.
func flatten(list k8sruntime.Object) (items []k8sruntime.Object, err error) {
	waiting := []k8sruntime.Object{list}
	for next := 0; next < len(waiting); next++ {
		if !meta.IsListType(waiting[next]) {
			items = append(items, waiting[next])
			continue
		}
		inside, err := meta.ExtractList(waiting[next])
		if err != nil {
			return nil, err
		}
		if errs := k8sruntime.DecodeList(inside, unstructured.UnstructuredJSONScheme); len(errs) > 0 {
			return nil, errs[0]
		}
		waiting = append(waiting, inside...)
	}
	return items, nil
}

func content(object k8sruntime.Object) map[string]any {
	known, isUnstructured := object.(*unstructured.Unstructured)
	if !isUnstructured {
		raw, _ := json.Marshal(object)
		return map[string]any{"not an object": json.RawMessage(raw)}
	}
	return known.Object
}
